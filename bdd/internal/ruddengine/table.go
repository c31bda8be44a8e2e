package ruddengine

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/dalzilio/rudd"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

func openTable(b *rudd.BDD) (t table, err error) {
	defer func() {
		// reflect panics on a field which does not exist or has another type.
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrIncompatible, p)
		}
	}()
	fields := reflect.ValueOf(b).Elem().FieldByName("tables").Elem()
	t.nodes = fields.FieldByName("nodes")
	t.free = fields.FieldByName("freenum")
	t.producedField = fields.FieldByName("produced")
	t.unique = fields.FieldByName("unique").IsValid()
	for _, f := range []struct {
		name  string
		index *int
	}{{"level", &t.level}, {"low", &t.low}, {"high", &t.high}} {
		field, ok := t.nodes.Type().Elem().FieldByName(f.name)
		if !ok || !field.Type.ConvertibleTo(reflect.TypeFor[int]()) {
			return t, fmt.Errorf("%w: nodes have no %s", ErrIncompatible, f.name)
		}
		*f.index = field.Index[0]
	}
	// An unexported field can be read by reflection but not called. This is the conversion that
	// rule 5 of package unsafe allows.
	finalizer := fields.FieldByName("nodefinalizer")
	if finalizer.Type() != reflect.TypeFor[any]() {
		return t, fmt.Errorf("%w: the finalizer is a %v", ErrIncompatible, finalizer.Type())
	}
	release, ok := (*(*any)(unsafe.Pointer(finalizer.UnsafeAddr()))).(func(*int))
	if !ok {
		return t, fmt.Errorf("%w: the finalizer is not a function on nodes", ErrIncompatible)
	}
	t.release = release
	_, _, _ = t.size(), t.used(), t.produced()
	return t, nil
}

// size is the number of nodes there is room for, constants included.
func (t *table) size() int { return t.nodes.Len() }

// used is the number of nodes stored, garbage included and constants excluded.
func (t *table) used() int { return t.size() - int(t.free.Int()) - 2 }

// produced is the number of nodes made since rudd was.
func (t *table) produced() int { return int(t.producedField.Int()) }

// nodeBytes is the size of a node in the slice.
func (t *table) nodeBytes() int { return int(t.nodes.Type().Elem().Size()) }

// holds says whether n is a constant or the number of a stored node.
func (t *table) holds(n Ref) bool {
	return n <= engine.True || int(n) < t.size() && t.field(n, t.low) >= 0
}

func (t *table) levelAt(n Ref) int { return t.field(n, t.level) }
func (t *table) lowOf(n Ref) Ref   { return Ref(t.field(n, t.low)) }
func (t *table) highOf(n Ref) Ref  { return Ref(t.field(n, t.high)) }

func (t *table) field(n Ref, i int) int { return int(t.nodes.Index(int(n)).Field(i).Int()) }

// Holds implements engine.Engine.
func (e *nodes) Holds(n Ref) bool { return e.table.holds(n) }
