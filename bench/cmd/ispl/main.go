// Command ispl writes a model of a family in ISPL:
//
//	go run ./bench/cmd/ispl FAMILY N
package main

import (
	"fmt"
	"os"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/bench/ispl"
)

func main() {
	text, err := write(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "ispl:", err)
		os.Exit(2)
	}
	fmt.Print(text)
}

func write(args []string) (string, error) {
	if len(args) != 2 {
		usage := "usage: ispl FAMILY N, where FAMILY is one of"
		for _, f := range ispl.Families {
			usage += fmt.Sprintf("\n  %-20s %s (N from %d)", f.Name, f.About, f.Least)
		}
		return "", fmt.Errorf("%s", usage)
	}
	f, err := ispl.Find(args[0])
	if err != nil {
		return "", err
	}
	n, err := strconv.Atoi(args[1])
	if err != nil || n < f.Least || n > 1000 {
		return "", fmt.Errorf("%s is no size of %s: give a number from %d to 1000", args[1], f.Name, f.Least)
	}
	return f.Write(n), nil
}
