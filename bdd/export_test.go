package bdd

import "github.com/rcheck-bdd/rcheck-bdd/bdd/internal/kernel"

// CheckInvariants checks the tables of the native engine; other engines have none to check.
func CheckInvariants(m *Manager) error {
	if k, ok := m.eng.(*kernel.Kernel); ok {
		return k.CheckInvariants()
	}
	return nil
}

// LookEvery makes the native engine look at contexts every so many steps.
func LookEvery(m *Manager, steps int) {
	if k, ok := m.eng.(*kernel.Kernel); ok {
		k.LookEvery(steps)
	}
}

// Doing says what the native engine's running operation is at.
func Doing(m *Manager) string {
	if k, ok := m.eng.(*kernel.Kernel); ok {
		return k.Doing()
	}
	return ""
}
