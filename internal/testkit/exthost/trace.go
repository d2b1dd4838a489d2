package exthost

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Syscall is one thing the kernel was asked for: to open a file, to execute a
// program, to connect to an address.
type Syscall struct {
	// Kind is "open", "exec" or "connect".
	Kind string
	// What is the path, the program, or host:port; a socket's path for a local
	// one.
	What string
	// Node is true when a Node process asked. What git opens is git's business.
	Node bool
}

// traced writes a script that runs Node under strace.
func traced(node, run, file string) (string, error) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		return "", err
	}
	script := filepath.Join(run, "traced-node")
	text := fmt.Sprintf(
		"#!/bin/sh\nexec %s -f -qq -s 4096 -e trace=open,openat,openat2,creat,execve,connect,clone,clone3,vfork,fork -o %s %s \"$@\"\n",
		strace,
		file,
		node,
	)
	return script, os.WriteFile(script, []byte(text), 0o700)
}

var (
	traceLine = regexp.MustCompile(`^(\d+) +(\w+)\((.*)`)
	resumed   = regexp.MustCompile(`^(\d+) +<\.\.\. (?:clone3?|v?fork) resumed>.*= (\d+)`)
	started   = regexp.MustCompile(`^(\d+) +(?:clone3?|v?fork)\(.*\) += (\d+)`)
	quotedArg = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
	inet      = regexp.MustCompile(`sin6?_port=htons\((\d+)\).*?(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")`)
)

// ReadTrace reads what strace wrote. node is the real Node binary.
func ReadTrace(file, node string) ([]Syscall, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the trace: %w", err)
	}
	parents := parentsIn(string(data))
	// other holds the processes that run something else than Node. A child is
	// often heard of before its parent's fork returns, hence the parents first.
	other := map[string]bool{}
	var out []Syscall
	for line := range strings.Lines(string(data)) {
		m := traceLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		pid, call, rest := m[1], m[2], m[3]
		if _, heard := other[pid]; !heard {
			other[pid] = other[parents[pid]]
		}
		byNode := !other[pid]
		switch call {
		case "clone", "clone3", "fork", "vfork":
		case "execve":
			path := firstQuoted(rest)
			out = append(out, Syscall{"exec", path, byNode})
			if strings.Contains(rest, ") = 0") || strings.Contains(rest, "unfinished") {
				other[pid] = path != node
			}
		case "connect":
			if a := inet.FindStringSubmatch(rest); a != nil {
				out = append(out, Syscall{"connect", a[2] + a[3] + ":" + a[1], byNode})
			} else if strings.Contains(rest, "AF_UNIX") {
				out = append(out, Syscall{"connect", firstQuoted(rest), byNode})
			}
		default:
			out = append(out, Syscall{"open", firstQuoted(rest), byNode})
		}
	}
	slices.SortFunc(out, func(a, b Syscall) int { return strings.Compare(a.Kind+"\x00"+a.What, b.Kind+"\x00"+b.What) })
	return slices.Compact(out), nil
}

// parentsIn tells who started whom.
func parentsIn(trace string) map[string]string {
	parents := map[string]string{}
	for line := range strings.Lines(trace) {
		m := resumed.FindStringSubmatch(line)
		if m == nil {
			if m = started.FindStringSubmatch(line); m == nil {
				continue
			}
		}
		parents[m[2]] = m[1]
	}
	return parents
}

func firstQuoted(s string) string {
	m := quotedArg.FindStringSubmatch(s)
	if m == nil {
		return ""
	}
	if text, err := strconv.Unquote(`"` + m[1] + `"`); err == nil {
		return text
	}
	return m[1]
}
