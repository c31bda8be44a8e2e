package kernel

import "syscall"

// mapPages is zeroed memory from the system, nil if there is none.
func mapPages(size int) []byte {
	b, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	_ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) // a system without huge pages refuses, and small ones do as well
	return b
}

func unmapPages(b []byte) {
	if err := syscall.Munmap(b); err != nil {
		panic("kernel: giving back a table: " + err.Error())
	}
}
