// A text field with suggestions.

const DELAY_MS = 120;
const SHOWN = 100;

/**
 * @param suggest a function from the typed text to (a promise of) strings
 * @param changed called with the new value when one is chosen or the field loses focus
 * @param options placeholder, css, and the separator of a field with several values
 */
export function combo(value, suggest, changed, { placeholder, css, separator }) {
  const box = document.createElement('span');
  box.className = `combo ${css}`;
  const input = Object.assign(document.createElement('input'), { value, placeholder, spellcheck: false, autocomplete: 'off' });
  input.setAttribute('aria-label', placeholder);
  const list = Object.assign(document.createElement('ul'), { hidden: true });
  list.setAttribute('role', 'listbox');
  box.append(input, list);
  let committed = value;
  let timer = 0;
  let turn = 0;
  let selected = -1;

  const cut = () => (separator ? input.value.lastIndexOf(separator) + 1 : 0);
  const commit = () => {
    close();
    if (input.value === committed) return;
    committed = input.value;
    changed(committed);
  };
  function close() {
    turn++;
    clearTimeout(timer);
    list.hidden = true;
    selected = -1;
  }
  function choose(text) {
    input.value = input.value.slice(0, cut()) + text;
    commit();
  }
  function select(index) {
    const items = [...list.children];
    if (!items.length) return;
    selected = (index + items.length) % items.length;
    items.forEach((item, i) => item.setAttribute('aria-selected', i === selected));
    items[selected].scrollIntoView({ block: 'nearest' });
  }
  function show(texts) {
    selected = -1;
    list.replaceChildren(...texts.slice(0, SHOWN).map(text => {
      const item = document.createElement('li');
      item.textContent = item.title = text;
      item.setAttribute('role', 'option');
      item.addEventListener('mousedown', event => { event.preventDefault(); choose(text); });
      return item;
    }));
    list.hidden = !list.children.length;
  }
  async function offer(everything) {
    const mine = ++turn;
    const texts = await Promise.resolve(suggest(everything ? '' : input.value.slice(cut()))).catch(() => []);
    if (mine === turn && document.activeElement === input) show(texts);
  }
  input.addEventListener('focus', () => { input.select(); offer(true); });
  input.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(offer, DELAY_MS); });
  input.addEventListener('blur', commit);
  input.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      select(selected + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter') {
      const item = list.hidden ? null : list.children[selected];
      if (item) choose(item.textContent); else commit();
    } else if (event.key === 'Escape') {
      close();
    }
  });
  return box;
}
