// Command ispl writes a model of a family in ISPL:
//
//	go run ./bench/cmd/ispl FAMILY N
//
// or compares this tool with MCMAS on models of all families, and writes a table and a picture:
//
//	go run ./bench/cmd/ispl against LIMIT PICTURE.svg > TABLE.md
//	go run ./bench/cmd/ispl plain LIMIT > TABLE.md
//
// where plain measures the command without flags, which also explains, and the limit is of the CPU
// time of one check, such as 60s.
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bench/ispl"
)

func main() {
	text, err := "", error(nil)
	if args := os.Args[1:]; len(args) == 3 && args[0] == "against" {
		var limit time.Duration
		if limit, err = time.ParseDuration(args[1]); err == nil {
			err = against(context.Background(), os.Stdout, args[2], limit)
		}
	} else if len(args) == 2 && args[0] == "plain" {
		var limit time.Duration
		if limit, err = time.ParseDuration(args[1]); err == nil {
			err = against(context.Background(), os.Stdout, "", limit)
		}
	} else {
		text, err = write(args)
	}
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
