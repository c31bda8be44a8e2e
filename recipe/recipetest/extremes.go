package recipetest

import "reflect"

// Extremes sets each number of a struct of thresholds, given by a pointer, and of the structs in
// it, to an extreme value: a negative one, one, two or a few, zero (the default), or a very large
// one.
func Extremes(source Source, thresholds any) {
	extremes(source, reflect.ValueOf(thresholds).Elem())
}

func extremes(source Source, v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.Struct:
			extremes(source, f)
		default:
			f.SetInt([]int64{-1, 1, 2, 2 + int64(source.Intn(30)), 0, 1 << 30}[source.Intn(6)])
		}
	}
}
