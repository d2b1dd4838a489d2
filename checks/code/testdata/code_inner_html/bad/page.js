const list = document.getElementById("list");
// What a message brings is a flow, and another check's.
document.addEventListener("click", () => {
  list.innerHTML = "<li>" + list.dataset.name + "</li>"; // want "innerHTML makes markup of text that is not constant: \"<li><unknown></li>\""
  list.insertAdjacentHTML("beforeend", list.dataset.rest); // want "insertAdjacentHTML makes markup of text"
  list.outerHTML = sanitizeHtml(list.dataset.all); // want "outerHTML makes markup .*, which a function called like a sanitiser returned"
});
