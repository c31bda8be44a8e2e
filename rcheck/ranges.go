package rcheck

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

func (c *checker) analyse()              {}
func (c *checker) retype(e *recipe.Expr) {}
func (c *checker) checkInitialStates()   {}
func (c *checker) checkUse()             {}
func (c *checker) checkShadowing()       {}
