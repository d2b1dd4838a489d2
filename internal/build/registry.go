package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// registry is what of npm's settings a build is given: where packages come
// from, and nothing that opens a door there.
type registry struct {
	// address is where packages come from.
	address string
	// scopes are the addresses of scopes: "@acme" and so on.
	scopes map[string]string
	// ca is a file of certificates; empty: none.
	ca string
	// proxy, https and none are npm's own proxy settings, without passwords.
	proxy, https, none string
}

// askRegistry asks npm what it is set up for, where no file of a stranger can
// answer: in an empty folder.
func askRegistry(ctx context.Context, npm string, env []string, empty string) (registry, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, npm, "config", "list", "--json", "--loglevel=error")
	cmd.Dir, cmd.Env, cmd.WaitDelay = empty, env, 5*time.Second
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		return registry{}, fmt.Errorf("asking npm for its settings: %w", err)
	}
	return parseRegistry(out.Bytes())
}

func parseRegistry(data []byte) (registry, error) {
	var all map[string]any
	if err := json.Unmarshal(data, &all); err != nil {
		return registry{}, fmt.Errorf("reading npm's settings: %w", err)
	}
	text := func(key string) string { s, _ := all[key].(string); return s }
	r := registry{
		ca:     text("cafile"),
		proxy:  withoutPassword(text("proxy")),
		https:  withoutPassword(text("https-proxy")),
		scopes: map[string]string{},
	}
	switch list := all["noproxy"].(type) {
	case string:
		r.none = list
	case []any:
		var hosts []string
		for _, h := range list {
			if s, ok := h.(string); ok && s != "" {
				hosts = append(hosts, s)
			}
		}
		r.none = strings.Join(hosts, ",")
	}
	var err error
	if r.address, err = address(text("registry")); err != nil {
		return registry{}, err
	}
	for key := range all {
		if scope, ok := strings.CutSuffix(key, ":registry"); ok && strings.HasPrefix(scope, "@") {
			if r.scopes[scope], err = address(text(key)); err != nil {
				return registry{}, err
			}
		}
	}
	return r, nil
}

// address refuses what is no address of a registry, and one with a password.
func address(text string) (string, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.ContainsAny(text, "\"'\r\n"):
		return "", errors.New("the registry's address is not an http address; npm config get registry prints it")
	case u.User != nil:
		return "", errors.New("the registry's address holds a password, which a build is not given; --registry names another")
	}
	return text, nil
}

// settings are the files that npm, pnpm and both yarns read in a home.
func (r registry) settings() map[string]string {
	var npm, classic, berry strings.Builder
	line := func(b *strings.Builder, format, value string) {
		if value != "" {
			fmt.Fprintf(b, format+"\n", value)
		}
	}
	line(&npm, "registry=%s", r.address)
	line(&npm, "cafile=%s", r.ca)
	line(&npm, "proxy=%s", r.proxy)
	line(&npm, "https-proxy=%s", r.https)
	line(&npm, "noproxy=%s", r.none)
	npm.WriteString("audit=false\nfund=false\nupdate-notifier=false\n")
	line(&classic, "registry %s", strconv.Quote(r.address))
	line(&classic, "cafile %s", quoteIf(r.ca))
	line(&classic, "proxy %s", quoteIf(r.proxy))
	line(&classic, "https-proxy %s", quoteIf(r.https))
	line(&berry, "npmRegistryServer: %s", strconv.Quote(r.address))
	line(&berry, "httpsCaFilePath: %s", quoteIf(r.ca))
	line(&berry, "httpProxy: %s", quoteIf(r.proxy))
	line(&berry, "httpsProxy: %s", quoteIf(r.https))
	if strings.HasPrefix(r.address, "http://") {
		berry.WriteString("unsafeHttpWhitelist: [\"*\"]\n")
	}
	var scopes []string
	for scope := range r.scopes {
		scopes = append(scopes, scope)
	}
	slices.Sort(scopes)
	if len(scopes) > 0 {
		berry.WriteString("npmScopes:\n")
	}
	for _, scope := range scopes {
		fmt.Fprintf(&npm, "%s:registry=%s\n", scope, r.scopes[scope])
		fmt.Fprintf(&classic, "%s %s\n", strconv.Quote(scope+":registry"), strconv.Quote(r.scopes[scope]))
		fmt.Fprintf(&berry, "  %s:\n    npmRegistryServer: %s\n", strconv.Quote(strings.TrimPrefix(scope, "@")), strconv.Quote(r.scopes[scope]))
	}
	return map[string]string{".npmrc": npm.String(), ".npmrc-global": "", ".yarnrc": classic.String(), ".yarnrc.yml": berry.String()}
}

func quoteIf(s string) string {
	if s == "" {
		return ""
	}
	return strconv.Quote(s)
}
