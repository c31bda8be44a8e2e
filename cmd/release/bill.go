package main

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// A document in CycloneDX 1.6 (ECMA-424, https://cyclonedx.org/docs/1.6/json), as far as it is
// used.
type (
	document struct {
		Format       string       `json:"bomFormat"`
		Spec         string       `json:"specVersion"`
		Serial       string       `json:"serialNumber"`
		Version      int          `json:"version"`
		Metadata     metadata     `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	metadata struct {
		Timestamp string    `json:"timestamp"`
		Component component `json:"component"`
	}
	component struct {
		Ref        string     `json:"bom-ref"`
		Type       string     `json:"type"`
		Name       string     `json:"name"`
		Version    string     `json:"version"`
		PURL       string     `json:"purl"`
		Hashes     []hash     `json:"hashes,omitempty"`
		Licenses   []license  `json:"licenses,omitempty"`
		Properties []property `json:"properties,omitempty"`
	}
	hash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	license struct {
		License struct {
			ID string `json:"id"`
		} `json:"license"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	dependency struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn"`
	}
)

// bill is what a program is made of, by what Go has recorded in it. The program is known by its
// hash, modules by the hashes of go.sum.
func (r *release) bill(t target, program []byte) ([]byte, error) {
	used, goVersion, err := modules(t.program)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(program)
	own := component{
		Type: "application", Name: name, Version: r.version,
		PURL:   fmt.Sprintf("pkg:golang/%s@%s?goos=%s&goarch=%s#cmd/%s", module, r.version, t.os, t.arch, name),
		Hashes: []hash{{"SHA-256", fmt.Sprintf("%x", sum)}}, Licenses: licensed("MIT"),
		Properties: []property{{"commit", r.commit}, {"platform", t.os + "/" + t.arch}},
	}
	own.Ref = own.PURL
	goVersion, _, _ = strings.Cut(strings.TrimPrefix(goVersion, "go"), " ")
	parts := []component{{Type: "library", Name: "std", Version: goVersion, PURL: "pkg:golang/std@" + goVersion}}
	for _, m := range used {
		parts = append(parts, component{
			Type: "library", Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + m.Path + "@" + m.Version,
			Properties: []property{{"go.sum", m.Sum}},
		})
	}
	page, err := pagePackages()
	if err != nil {
		return nil, err
	}
	for i := range page {
		c, err := page[i].component()
		if err != nil {
			return nil, err
		}
		parts = append(parts, c)
	}
	all := dependency{Ref: own.Ref}
	for i := range parts {
		parts[i].Ref = parts[i].PURL
		all.On = append(all.On, parts[i].Ref)
	}
	// A random number would do as well, but not twice the same.
	serial := sum[:16]
	serial[6], serial[8] = serial[6]&0x0f|0x80, serial[8]&0x3f|0x80
	d := document{
		Format: "CycloneDX", Spec: "1.6", Version: 1,
		Serial:     fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", serial[:4], serial[4:6], serial[6:8], serial[8:10], serial[10:]),
		Metadata:   metadata{r.date.Format(time.RFC3339), own},
		Components: parts, Dependencies: []dependency{all},
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // & is a part of names
	e.SetIndent("", "  ")
	err = e.Encode(d)
	return out.Bytes(), err
}

func licensed(id string) []license {
	out := make([]license, 1)
	out[0].License.ID = id
	return out
}

// component is a package of the page in a bill of materials. The lock file has its SHA-512 in
// Base64.
func (p *npmPackage) component() (component, error) {
	encoded, _ := strings.CutPrefix(p.Integrity, "sha512-")
	sum, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(sum) != sha512.Size {
		return component{}, fmt.Errorf("%s %s has no SHA-512 in the lock file of the page", p.Name, p.Version)
	}
	return component{
		Type: "library", Name: p.Name, Version: p.Version,
		PURL:   "pkg:npm/" + strings.Replace(p.Name, "@", "%40", 1) + "@" + p.Version,
		Hashes: []hash{{"SHA-512", fmt.Sprintf("%x", sum)}}, Licenses: licensed(p.Licence),
	}, nil
}
