package solver

import "strings"

// Near returns those files that are solved in depth, run as far as names tell and lie
// beside the extension's own: all that is the extension's own and what that and starts lead
// to. The rest, in order, are files of packages that nothing is seen to load. When there
// are no more than most nodes of code, all is near.
//
// Several thousand files that one folder happens to hold cost far more together than one by
// one, since each lends the others its objects by the names of their members.
func Near(deep []*Unit, loads Loads, starts []string, most int) (near, far []*Unit) {
	nodes := 0
	for _, u := range deep {
		nodes += len(u.Nodes)
		if packageOf(u.Path) == "" {
			starts = append(starts, u.Path)
		}
	}
	if nodes <= most {
		return deep, nil
	}
	reached := loads.From(starts...)
	for _, u := range deep {
		if reached[u.Path] {
			near = append(near, u)
		} else {
			far = append(far, u)
		}
	}
	return near, far
}

// Packages parts files into packages with those that they load, or are loaded by, as long as
// no more than most nodes come together. What a package does is found in each case;
// what it hands to a package of another group is not followed there.
func Packages(units []*Unit, loads Loads, most int) [][]*Unit {
	index := map[string]int{} // the first file of a package, or a file
	first := map[string]int{}
	for i, u := range units {
		index[u.Path] = i
		if _, ok := first[packageOf(u.Path)]; !ok {
			first[packageOf(u.Path)] = i
		}
	}
	groups := newUnion(len(units))
	nodes := make([]int, len(units))
	for i, u := range units {
		at := first[packageOf(u.Path)]
		groups.join(i, at)
		nodes[at] += len(u.Nodes)
	}
	for i, u := range units {
		for _, target := range loads[u.Path] {
			j, ok := index[target]
			if !ok {
				continue
			}
			a, b := groups.find(i), groups.find(j)
			if a != b && nodes[a]+nodes[b] <= most {
				groups.join(a, b)
				nodes[b] += nodes[a]
			}
		}
	}
	var out [][]*Unit
	place := map[int]int{}
	for i, u := range units {
		root := groups.find(i)
		at, ok := place[root]
		if !ok {
			at = len(out)
			place[root] = at
			out = append(out, nil)
		}
		out[at] = append(out[at], u)
	}
	return out
}

// packageOf returns the folder of the package of npm's that a file lies in, or nothing.
func packageOf(path string) string {
	const folder = "node_modules/"
	at := strings.LastIndex("/"+path, "/"+folder)
	if at < 0 {
		return ""
	}
	begin := at + len(folder)
	rest := path[begin:]
	end := strings.IndexByte(rest, '/')
	if end >= 0 && strings.HasPrefix(rest, "@") {
		if more := strings.IndexByte(rest[end+1:], '/'); more >= 0 {
			end += 1 + more
		} else {
			end = -1
		}
	}
	if end < 0 {
		return ""
	}
	return path[:begin+end]
}

// Apart parts the files that are solved in depth into those that meet when they run: what the files of web lead to, and
// all else. VS Code runs the bundle of package.json's "browser" in one host and that of "main", which is among others, in
// another, never both: solved together, each would lend the other its objects by the names of their members. A file that
// both load, and one that nothing is seen to load, keeps them together, or stays with "main".
func Apart(deep []*Unit, loads Loads, web, others []string) [][]*Unit {
	ofWeb, ofOthers := loads.From(web...), loads.From(others...)
	var first, second []*Unit
	met := false
	for _, u := range deep {
		if ofWeb[u.Path] {
			second = append(second, u)
		} else {
			first = append(first, u)
		}
		met = met || ofOthers[u.Path]
		if ofWeb[u.Path] && ofOthers[u.Path] {
			return [][]*Unit{deep}
		}
	}
	if len(second) == 0 || !met {
		return [][]*Unit{deep}
	}
	return [][]*Unit{first, second}
}
