const list = document.getElementById("list");
window.addEventListener("message", (event) => {
  list.innerHTML = "<li>" + event.data.name + "</li>"; // want "innerHTML makes markup of text that is not constant: \"<li><unknown></li>\""
  list.insertAdjacentHTML("beforeend", event.data.rest); // want "insertAdjacentHTML makes markup of text"
  list.outerHTML = sanitizeHtml(event.data.all); // want "outerHTML makes markup .*, which a function called like a sanitiser returned"
});
