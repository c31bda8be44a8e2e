package types

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Declarations enters what a file declares.
type declarations struct {
	knowledge
	open []*openType // the variables declared int without a range
}

// declare fills the tables: constants first, because names and ranges depend on them, then
// everything that declares a symbol, then the variables, whose types need the symbols.
func (c *declarations) declare() {
	c.declareConstants()
	var channels []recipe.Value
	for _, d := range c.file.Decls {
		switch d := d.(type) {
		case *ast.ChannelsDecl:
			channels = c.declareMembers(d.Names, "channel", channels)
		case *ast.EnumDecl:
			c.declareEnum(d)
		case *ast.AgentDecl:
			c.declareAgentName(d)
		}
	}
	c.channel = recipe.EnumType("channel", append(channels, recipe.Broadcast)...) // the broadcast channel is the last
	c.declared[recipe.Broadcast] = []symbolDecl{{kind: "channel"}}
	c.setType("channel", c.channel)
	var system *ast.SystemDecl
	for _, d := range c.file.Decls {
		if d, ok := d.(*ast.SystemDecl); ok {
			if system != nil {
				c.duplicate(d.Keyword, system.Keyword, "first composed here", "the system is composed twice")
			}
			system = d
			c.declareInstances(d)
			if d.Open != nil {
				c.environment = &environment{decl: d}
			}
		}
	}
	c.closeLocations()
	for _, d := range c.file.Decls {
		switch d := d.(type) {
		case *ast.MessageDecl:
			c.data = c.declareFields(c.data, c.dataNamed, d.Fields, "data variable")
		case *ast.PropertyDecl:
			c.props = c.declareFields(c.props, c.propNamed, d.Fields, "property identifier")
		}
	}
	for _, d := range c.file.Decls {
		switch d := d.(type) {
		case *ast.GuardDecl:
			c.declareGuard(d)
		case *ast.AgentDecl:
			c.declareLocals(d)
		}
	}
}

// declareName gives a symbol one more declaration, unless it is declared as the same kind already.
func (c *declarations) declareName(kind, name string, at ast.Node) (recipe.Value, bool) {
	v := c.symbol(name)
	for _, s := range c.declared[v] {
		if s.kind == kind {
			c.Relate(c.reportAt(DuplicateName, at, "`%s` is declared twice as %s", name, kind),
				s.at, "first declared here")
			return v, false
		}
	}
	c.declared[v] = append(c.declared[v], symbolDecl{kind, ast.Span(at), nil})
	return v, true
}

// declareMembers declares every name that a list of declared names stands for.
func (c *declarations) declareMembers(names []*ast.DeclName, kind string, already []recipe.Value) []recipe.Value {
	var empty []*ast.DeclName
	for _, n := range names {
		if !c.members(n, func(name string, _ *binding) {
			if v, ok := c.declareName(kind, name, n.Name); ok {
				already = append(already, v)
			}
		}) {
			empty = append(empty, n)
		}
	}
	if len(already) > 0 {
		for _, n := range empty {
			c.warnEmpty(n)
		}
	}
	return already
}

// members calls visit for every name that a declared name stands for, in order, with the binding of
// its index, if that has a name. It returns false if that is none, without an error.
func (c *declarations) members(n *ast.DeclName, visit func(name string, index *binding)) bool {
	if !n.Replicated() {
		visit(n.Name.Name, nil)
		return true
	}
	c.badFamily[n.Name.Name] = true
	lo, ok1 := c.constInt(n.Lo, nil)
	hi, ok2 := c.constInt(n.Hi, nil)
	if !ok1 || !ok2 {
		return true
	}
	switch {
	case lo < 0:
		c.reportAt(badIndex, n.Lo, "the index of a replicated name cannot be negative: %d", lo)
		return true
	case hi-lo >= c.limits.Replicas:
		c.reportAt(replicaLimit, n, "`%s` stands for %d names; at most %d are supported", n.Name.Name, hi-lo+1, c.limits.Replicas)
		return true
	}
	delete(c.badFamily, n.Name.Name)
	c.families[n.Name.Name] = append(c.families[n.Name.Name], &family{n.Name.Name, lo, hi, ast.Span(n)})
	for i := lo; i <= hi; i++ {
		c.spend(1, n)
		var b *binding
		if n.Var != nil {
			b = &binding{name: n.Var.Name, ident: n.Var, typ: singleton(i), value: recipe.Value(i)}
		}
		visit(n.Name.Name+strconv.Itoa(i), b)
	}
	return lo <= hi
}

func (c *declarations) warnEmpty(n *ast.DeclName) {
	d := c.reportAt(emptyFamily, n, "`%s` stands for no name, because the range of its index is empty", n.Name.Name)
	ast.Inspect(n, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok {
			if value, set := c.opts.Set[id.Name]; set {
				d.Suggest(fmt.Sprintf("`--set %s=%d` makes the range empty", id.Name, value))
			}
		}
		return true
	})
}

// setType records the type of all symbols that were declared as the given kind.
func (c *declarations) setType(kind string, t *recipe.Type) {
	for _, v := range t.Values {
		for i := range c.declared[v] {
			if c.declared[v][i].kind == kind {
				c.declared[v][i].typ = t
			}
		}
	}
}

func (c *declarations) declareEnum(d *ast.EnumDecl) {
	name := d.Name.Name
	kind := "constant of enum " + name
	if _, twice := c.enums[name]; twice {
		c.reportAt(DuplicateName, d.Name, "enum `%s` is declared twice", name)
		return
	}
	switch name {
	case "bool", "boolean", "int", "integer", "channel":
		c.reportAt(DuplicateName, d.Name, "`%s` is a type of the language and cannot be declared", name)
		return
	}
	values := c.declareMembers(d.Values, kind, nil)
	if len(values) == 0 {
		if !c.broken() {
			c.reportAt(emptyEnum, d.Name, "enum `%s` has no constants", name)
		}
		c.enums[name] = nil
		return
	}
	c.enums[name] = recipe.EnumType(name, values...)
	c.setType(kind, c.enums[name])
}

func (c *declarations) declareAgentName(d *ast.AgentDecl) {
	if first, twice := c.typeNamed[d.Name.Name]; twice {
		c.duplicate(d.Name, first.decl.Name, "first declared here",
			"agent type `%s` is declared twice", d.Name.Name)
		return
	}
	t := &agentType{name: d.Name.Name, decl: d, localNamed: map[string]*field{}}
	c.typeNamed[t.name] = t
	c.types = append(c.types, t)
}

func (c *declarations) declareInstances(d *ast.SystemDecl) {
	for _, i := range d.Instances {
		t := c.typeNamed[i.Type.Name]
		if t == nil {
			c.unknownType(i.Type)
		} else {
			c.refers(i.Type, t.decl.Name.Pos())
		}
		if !c.members(i.Name, func(name string, index *binding) {
			v := c.symbol(name)
			if other := c.locations[v]; other != nil {
				c.duplicate(i.Name.Name, other.decl.Name, "the other one", "two instances are called `%s`", name)
				return
			}
			c.declared[v] = append(c.declared[v], symbolDecl{"instance", ast.Span(i.Name), nil})
			in := &instance{name: name, typ: t, location: v, cond: i.Cond, index: index, decl: i, agent: -1, labels: map[string][]int{}}
			c.locations[v] = in
			c.instances = append(c.instances, in)
			if t != nil {
				t.instances = append(t.instances, in)
			}
		}) {
			c.warnEmpty(i.Name)
		}
	}
}

// unknownType reports a name that is no agent type.
func (c *declarations) unknownType(x *ast.Ident) {
	d := c.reportAt(unknownName, x, "there is no agent type `%s`", x.Name)
	c.hint(d, func() string {
		if x.Name == "open" {
			return "agents outside of the system have no name and no condition: write `open`"
		}
		return diag.DidYouMean(x.Name, keys(c.typeNamed))
	})
}

// closeLocations makes the type of instance names. Without instances there is no such type.
func (c *declarations) closeLocations() {
	if len(c.instances) == 0 {
		for _, d := range c.file.Decls {
			system, ok := d.(*ast.SystemDecl)
			single := func(i *ast.Instance) bool { return i.Name == nil || !i.Name.Replicated() }
			if ok && !c.broken() && !slices.ContainsFunc(system.Instances, single) {
				c.reportAt(noSystem, system, "the system has no agent: all its families are empty")
				return
			}
		}
		if !c.broken() {
			end := token.Span{Start: c.file.End(), End: c.file.End()}
			c.report(noSystem, end, "the model composes no agents").Suggest(c.systemHint())
		}
		return
	}
	values := make([]recipe.Value, len(c.instances))
	for i, in := range c.instances {
		values[i] = in.location
	}
	if c.environment != nil {
		c.nameOutside()
		values = append(values, c.environment.names...)
	}
	c.location = recipe.EnumType("location", values...)
	c.setType("instance", c.location)
}

// nameOutside makes names for agents outside: one for each variable that can hold a location, as
// far as they are in one state and one message, and one more. At least two exchange messages.
func (c *declarations) nameOutside() {
	isLocation := func(f *ast.Field) bool {
		t, ok := f.Type.(*ast.Ident)
		return ok && builtinType(t.Name) == "location" && c.enums[t.Name] == nil
	}
	needed := 1
	for _, in := range c.instances {
		if in.typ == nil || in.typ.decl.Local == nil {
			continue
		}
		for _, f := range in.typ.decl.Local.Fields {
			if isLocation(f) {
				needed++
			}
		}
	}
	for _, d := range c.file.Decls {
		if d, ok := d.(*ast.MessageDecl); ok {
			for _, f := range d.Fields {
				if isLocation(f) {
					needed++
				}
			}
		}
	}
	for n := 1; len(c.environment.names) < max(2, needed); n++ {
		name := "outside" + strconv.Itoa(n)
		if _, taken := c.symbolOf[name]; !taken {
			c.environment.names = append(c.environment.names, c.symbol(name))
		}
	}
}

// declareFields adds variables of one kind to a list and its index.
func (c *declarations) declareFields(list []*field, named map[string]*field, decls []*ast.Field, what string) []*field {
	for _, d := range decls {
		name := d.Name.Name
		if first := named[name]; first != nil {
			c.duplicate(d.Name, first.decl.Name, "first declared here", "%s `%s` is declared twice", what, name)
			continue
		}
		f := &field{name: name, index: len(list), decl: d}
		var open bool
		if f.typ, open = c.resolveType(d.Type); open {
			c.open = append(c.open, &openType{f.typ, what + " `" + name + "`", ast.Span(d)})
		}
		named[name] = f
		list = append(list, f)
	}
	return list
}

func (c *declarations) declareGuard(d *ast.GuardDecl) {
	name := d.Name.Name
	if first := c.guards[name]; first != nil {
		c.duplicate(d.Name, first.decl.Name, "first declared here", "guard `%s` is declared twice", name)
		return
	}
	g := &guardDef{name: name, decl: d}
	named := map[string]*field{}
	for _, p := range d.Params {
		if first := named[p.Name.Name]; first != nil {
			c.duplicate(p.Name, first.decl.Name, "first declared here",
				"parameter `%s` is declared twice", p.Name.Name)
			g.bad = true
		}
		f := &field{name: p.Name.Name, index: len(g.params), decl: p}
		if f.typ, _ = c.resolveType(p.Type); f.typ != nil && isInt(p.Type) {
			f.typ = anyInt // whatever range --int gives to variables
		}
		g.bad = g.bad || f.typ == nil
		named[f.name] = f
		g.params = append(g.params, f)
	}
	c.guards[name] = g
	c.guardOrder = append(c.guardOrder, g)
}

// isInt reports whether a type is written `int` or `integer`.
func isInt(t ast.Type) bool {
	n, ok := t.(*ast.Ident)
	return ok && builtinType(n.Name) == "int"
}

func (c *declarations) declareLocals(d *ast.AgentDecl) {
	t := c.typeNamed[d.Name.Name]
	if t == nil || t.decl != d {
		return
	}
	if d.Local != nil {
		what := "agent type `" + t.name + "`: local variable"
		t.locals = c.declareFields(nil, t.localNamed, d.Local.Fields, what)
	}
	t.relabels = make([]*ast.Assign, len(c.props))
	if d.Relabel == nil {
		return
	}
	for _, e := range d.Relabel.Entries {
		p := c.propNamed[e.Name.Name]
		if p != nil {
			c.refersToField(e.Name, p)
		}
		switch {
		case p == nil:
			c.reportAt(unknownName, e.Name, "`%s` is not a property identifier", e.Name.Name).
				Suggest(diag.DidYouMean(e.Name.Name, keys(c.propNamed)))
		case t.relabels[p.index] != nil:
			c.duplicate(e.Name, t.relabels[p.index].Name, "first relabelled here", "`%s` is relabelled twice", p.name)
		default:
			t.relabels[p.index] = e
		}
	}
}

// resolveType returns the type that is written, and whether it is an integer type whose range is
// still to be found. It returns nil after reporting what is wrong.
func (c *declarations) resolveType(t ast.Type) (typ *recipe.Type, open bool) {
	switch t := t.(type) {
	case *ast.RangeType:
		lo, ok1 := c.constInt(t.Lo, nil)
		hi, ok2 := c.constInt(t.Hi, nil)
		if !ok1 || !ok2 {
			return nil, false
		}
		return c.rangeType(t, lo, hi), false
	case *ast.Ident:
		name := t.Name
		if typ, ok := c.enums[name]; ok {
			c.refersToEnum(t)
			return typ, false
		}
		switch builtinType(name) {
		case "bool":
			return recipe.BoolType, false
		case "int":
			if bounds := c.opts.Int; bounds != nil {
				return c.rangeType(t, bounds.Lo, bounds.Hi), false
			}
			return &recipe.Type{Kind: recipe.Int, Name: "int"}, true
		case "real":
			c.reportAt(unsupportedType, t, "real numbers cannot be checked; use a range such as `0..10`")
			return nil, false
		case "channel":
			return c.channel, false
		case "location":
			return c.location, false
		}
		if c.typeNamed[name] != nil {
			c.reportAt(unknownName, t, "`%s` is an agent type, not the type of a variable", name).
				Suggest("a variable whose values are agents has the type `location`")
			return nil, false
		}
		hint := cmp.Or(diag.DidYouMean(name, append(keys(c.enums), "bool", "int", "channel", "location")), "types are `bool`, ranges such as `0..3`, `channel`, `location` and enums")
		c.reportAt(unknownName, t, "there is no type `%s`", name).Suggest(hint)
	}
	return nil, false
}

func (c *declarations) rangeType(at ast.Node, lo, hi int) *recipe.Type {
	switch {
	case hi < lo:
		c.reportAt(emptyRange, at, "the range %d..%d has no element", lo, hi).
			Suggest(fmt.Sprintf("write `%d..%d`", hi, lo))
		return nil
	case hi-lo >= c.limits.Domain:
		c.reportAt(domainLimit, at, "the range %d..%d has %d elements; at most %d are supported", lo, hi, hi-lo+1, c.limits.Domain)
		return nil
	}
	return recipe.IntType(lo, hi)
}

// builtinType returns the type of the language that a word denotes, in whatever case it is written,
// or "".
func builtinType(word string) string {
	return map[string]string{
		"bool": "bool", "boolean": "bool", "int": "int", "integer": "int", "real": "real", "channel": "channel", "location": "location",
	}[strings.ToLower(word)]
}

func (c *declarations) declareConstants() {
	for _, d := range c.file.Decls {
		d, ok := d.(*ast.ConstDecl)
		if !ok {
			continue
		}
		if first := c.constants[d.Name.Name]; first != nil {
			c.duplicate(d.Name, first.decl.Name, "first declared here", "constant `%s` is declared twice", d.Name.Name)
			continue
		}
		k := &constant{name: d.Name.Name, decl: d}
		c.constants[k.name] = k
		c.constOrder = append(c.constOrder, k)
	}
	for _, name := range slices.Sorted(maps.Keys(c.opts.Set)) {
		if k := c.constants[name]; k != nil {
			k.value, k.ok, k.evaluated = c.opts.Set[name], true, true
			continue
		}
		at := token.Span{Start: c.file.Pos(), End: c.file.Pos()}
		c.report(unknownConstant, at, "the model has no constant `%s`; declare it by `const %s = %d;`",
			name, name, c.opts.Set[name]).Suggest(diag.DidYouMean(name, keys(c.constants)))
	}
	for _, k := range c.constOrder {
		c.evaluate(k, k.decl.Name)
	}
}
