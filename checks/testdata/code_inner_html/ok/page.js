const list = document.getElementById("list");
window.addEventListener("message", (event) => {
  const item = document.createElement("li");
  item.textContent = event.data.name;
  list.append(item);
  list.insertAdjacentText("beforeend", event.data.rest);
  list.innerHTML = "<li>nothing here yet</li>";
  list.innerHTML = "";
});
