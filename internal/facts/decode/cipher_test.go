package decode_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// enciphered is a text as javascript-obfuscator hides it by rc4; more is what another cipher adds to each place.
func enciphered(text, key string, more int) string {
	var s [256]int
	for i := range s {
		s[i] = i
	}
	for i, j := 0, 0; i < 256; i++ {
		j = (j + s[i] + int(key[i%len(key)])) % 256
		s[i], s[j] = s[j], s[i]
	}
	var out strings.Builder
	i, j := 0, 0
	for _, c := range text {
		i = (i + 1) % 256
		j = (j + s[i]) % 256
		s[i], s[j] = s[j], s[i]
		out.WriteRune(c ^ rune(s[(s[i]+s[j]+more)%256]))
	}
	const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/"
	return base64.NewEncoding(alphabet).WithPadding(base64.NoPadding).EncodeToString([]byte(out.String()))
}

// decipherer is a function for it.
func decipherer(more int) string {
	return `const b=function(t){const k="abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=";let o="",u="";` +
		`for(let n=0,v,c,p=0;c=t.charAt(p++);~c&&(v=n%4?v*64+c:c,n++%4)?o+=String.fromCharCode(255&v>>(-2*n&6)):0){c=k.indexOf(c)}` +
		`for(let p=0;p<o.length;p++)u+="%"+("00"+o.charCodeAt(p).toString(16)).slice(-2);return decodeURIComponent(u)};` +
		`const d=function(t,k){let s=[],j=0,x,o="";t=b(t);let i;for(i=0;i<256;i++){s[i]=i}` +
		`for(i=0;i<256;i++){j=(j+s[i]+k.charCodeAt(i%k.length))%256;x=s[i];s[i]=s[j];s[j]=x}i=0;j=0;` +
		`for(let y=0;y<t.length;y++){i=(i+1)%256;j=(j+s[i])%256;x=s[i];s[i]=s[j];s[j]=x;` +
		fmt.Sprintf(`o+=String.fromCharCode(t.charCodeAt(y)^s[(s[i]+s[j]+%d)%%256])}return o};`, more)
}

// The cipher that obfuscators use most is worked out for each text of a bundle, and what only looks like it is worked
// out as it is written.
func TestTheCipherOfABundle(t *testing.T) {
	for _, c := range []struct{ sites, more int }{{5000, 0}, {40, 1}} {
		var b strings.Builder
		b.WriteString(`var _0x1a2b=1,_0x3c4d=2;` + decipherer(c.more))
		for i := range c.sites {
			key := fmt.Sprintf("k%03d", i%900)
			fmt.Fprintf(&b, "use(d(%q,%q));", enciphered(fmt.Sprintf("text é %d", i), key, c.more), key)
		}
		last := fmt.Sprintf("text é %d", c.sites-1)
		fmt.Fprintf(&b, "require(d(%q,%q));", enciphered("child_process", "k", c.more), "k")
		got := file(t, b.String())
		if n := min(c.sites+1, 1000); len(got.Made) != n {
			t.Errorf("%d of %d texts were made", len(got.Made), n)
		}
		if c.sites < 1000 && (!slices.Contains(got.Made, last) || !slices.Contains(got.Made, "child_process")) {
			t.Errorf("made %q", got.Made)
		}
	}
}
