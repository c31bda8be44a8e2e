package kernel

import (
	"syscall"
	"unsafe"
)

// pageSize is what the system asks addresses to be a multiple of.
var pageSize = uintptr(syscall.Getpagesize())

// largePages asks the system to keep a table, if it has so many bytes, in large pages: the tables
// are read in no order, and each step waits for the translation of addresses too. Counting 120
// muddy children takes a fifth less time. What the system answers makes no difference otherwise.
func largePages[E any](table []E, from int) []E {
	var e E
	bytes := uintptr(len(table)) * unsafe.Sizeof(e)
	if start := unsafe.Pointer(unsafe.SliceData(table)); int(bytes) >= from && bytes > pageSize {
		skip := -uintptr(start) & (pageSize - 1)
		_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Add(start, skip)), bytes-skip), syscall.MADV_HUGEPAGE)
	}
	return table
}
