package sat

// A heap orders variables by their activity, the highest first; among equals the lower number.
type heap struct {
	items []int
	at    []int // by variable: 1 + its position, 0 if it is not there
}

func before(x, y int, activity []float64) bool {
	return activity[x] > activity[y] || activity[x] == activity[y] && x < y
}

func (h *heap) add(v int, activity []float64) {
	for len(h.at) <= v {
		h.at = append(h.at, 0)
	}
	if h.at[v] == 0 {
		h.items = append(h.items, v)
		h.at[v] = len(h.items)
		h.up(v, activity)
	}
}

// up moves a variable that has become more active, if it is there.
func (h *heap) up(v int, activity []float64) {
	if v >= len(h.at) || h.at[v] == 0 {
		return
	}
	i := h.at[v] - 1
	for ; i > 0 && before(v, h.items[(i-1)/2], activity); i = (i - 1) / 2 {
		h.put(i, h.items[(i-1)/2])
	}
	h.put(i, v)
}

// down moves a variable to a position, or below.
func (h *heap) down(i, v int, activity []float64) {
	for n := len(h.items); ; {
		child := 2*i + 1
		if child+1 < n && before(h.items[child+1], h.items[child], activity) {
			child++
		}
		if child >= n || !before(h.items[child], v, activity) {
			break
		}
		h.put(i, h.items[child])
		i = child
	}
	h.put(i, v)
}

func (h *heap) put(i, v int) { h.items[i], h.at[v] = v, i+1 }

func (h *heap) pop(activity []float64) (v int, ok bool) {
	if len(h.items) == 0 {
		return 0, false
	}
	v = h.items[0]
	h.remove(v, activity)
	return v, true
}

// remove takes a variable out, if it is there.
func (h *heap) remove(v int, activity []float64) {
	if v >= len(h.at) || h.at[v] == 0 {
		return
	}
	i := h.at[v] - 1
	last := h.items[len(h.items)-1]
	h.items, h.at[v] = h.items[:len(h.items)-1], 0
	if last != v {
		h.down(i, last, activity)
		h.up(last, activity)
	}
}
