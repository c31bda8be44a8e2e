package main

// certificates are mistakes in what confirms that a property holds.
var certificates = []Mutation{
	{"certificates of reachable states prove nothing", "mc/certify.go", "if in = in && n != bdd.False; in != want {", "if in = in && n != bdd.False; false {", mcTests, "TestCertificatesFindFaults"},
	{"certificates of emptiness prove nothing", search + "emptiness.go", "\t\tempty := h.region.empty()\n", "\t\tempty := true\n", searchTests, "TestCertifyEmptyFindsFaults"},
}
