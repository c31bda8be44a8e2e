package parser

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"

// checkFile warns about every expression and process of a file that is read differently elsewhere.
func (p *parser) checkFile(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.GuardDecl:
			p.checkReadings(command, d.Body)
		case *ast.AgentDecl:
			for _, s := range d.Sections {
				p.checkSection(s)
			}
		case *ast.SystemDecl:
			for _, inst := range d.Instances {
				p.checkReadings(command, inst.Cond)
			}
		case *ast.SpecDecl:
			p.checkReadings(property, d.Formula)
		case *ast.FairnessDecl:
			p.checkReadings(property, d.Cond)
		case *ast.CompassionDecl:
			p.checkReadings(property, d.If)
			p.checkReadings(property, d.Then)
		}
	}
}

func (p *parser) checkSection(s ast.Section) {
	switch s := s.(type) {
	case *ast.InitSection:
		p.checkReadings(command, s.Cond)
	case *ast.RelabelSection:
		for _, e := range s.Entries {
			p.checkReadings(command, e.Value)
		}
	case *ast.ReceiveGuardSection:
		p.checkReadings(command, s.Cond)
	case *ast.RedSection:
		p.checkReadings(command, s.Cond)
	case *ast.RepeatSection:
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CommandGuard:
				p.checkReadings(command, n.Cond)
			case *ast.Send:
				p.checkReadings(command, n.Guard)
			case *ast.Get:
				p.checkReadings(command, n.From)
				if n.Pred != nil {
					p.checkReadings(command, n.Pred.X)
				}
			case *ast.Assign:
				p.checkReadings(command, n.Value)
			}
			return true
		})
		p.checkRepetitions(s.Body)
	}
}
