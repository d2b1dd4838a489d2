const list = document.getElementById("list");
document.addEventListener("click", () => {
  const item = document.createElement("li");
  item.textContent = list.dataset.name;
  list.append(item);
  list.insertAdjacentText("beforeend", list.dataset.rest);
  list.innerHTML = "<li>nothing here yet</li>";
  list.innerHTML = "";
});
