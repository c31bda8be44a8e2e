package symmetry

// join joins the parts of two members of a partition. A partition is a list: by member, another one
// of its part, or itself if it stands for the part.
func join(part []int, a, b int) {
	a, b = root(part, a), root(part, b)
	part[max(a, b)] = min(a, b)
}

// root stands for the part of a.
func root(part []int, a int) int {
	for part[a] != a {
		part[a] = part[part[a]]
		a = part[a]
	}
	return a
}
