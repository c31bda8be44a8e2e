// Package memo has tables that are filled when they are asked. It is for the packages of this
// module and makes no promises.
package memo

// Known is the entry of a map that has it; else it is what find returns, which becomes the entry. A
// nil map has no entries and gets none.
func Known[K comparable, V any](in map[K]V, key K, find func() V) V {
	v, known := in[key]
	if !known {
		v = find()
		if in != nil {
			in[key] = v
		}
	}
	return v
}

// Number is the number of a key, and whether the key had it before. A new key gets the next number,
// from 0 on. All entries of the map must come from Number. So the first key has the number 0, the
// second one 1:
//
//	places := map[string]int{}
//	memo.Number(places, "a") // 0, false
//	memo.Number(places, "b") // 1, false
//	memo.Number(places, "a") // 0, true
func Number[K comparable, N ~int | ~int32](places map[K]N, key K) (n N, met bool) {
	if n, met = places[key]; !met {
		n = N(len(places))
		places[key] = n
	}
	return n, met
}
