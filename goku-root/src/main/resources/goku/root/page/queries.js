// The query editors.

import { suggestMetrics, tagsOf } from './api.js';
import { combo } from './combo.js';
import { INTERVALS } from './time.js';

const element = (tag, fields = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), fields);
  made.append(...children);
  return made;
};

function choice(values, chosen, changed) {
  const all = values.includes(chosen) ? values : [chosen, ...values];
  const select = element('select', {}, ...all.map(value => element('option', { value }, value)));
  select.value = chosen;
  select.addEventListener('change', () => changed(select.value));
  return select;
}

function check(text, checked, title, changed) {
  const box = element('input', { type: 'checkbox', checked });
  box.addEventListener('change', () => changed(box.checked));
  return element('label', { className: 'inline', title }, box, text);
}

const labelled = (text, ...controls) => element('label', { className: 'inline' }, text, ...controls);

const containing = (texts, typed) => {
  const part = typed.toLowerCase();
  return texts.filter(text => text.toLowerCase().includes(part));
};

function button(text, title, clicked) {
  const made = element('button', { className: 'quiet', type: 'button', title }, text);
  made.addEventListener('click', clicked);
  return made;
}

function tagEditor(query, tag, changed) {
  const key = combo(tag.key, async typed => containing([...(await tagsOf(query.metric)).keys()], typed),
    typed => {
      tag.key = typed.trim();
      tag.value ||= '*';
      value.querySelector('input').value = tag.value;
      changed();
    }, { placeholder: 'tag', css: 'key' });
  const value = combo(tag.value, async typed => ['*', ...containing((await tagsOf(query.metric)).get(tag.key) || [], typed)],
    text => { tag.value = text.trim(); changed(); }, { placeholder: '* or a|b', css: 'value', separator: '|' });
  const group = check('group', tag.group, 'One line for every value of this tag', on => { tag.group = on; changed(); });
  const remove = button('\u00d7', 'Remove this tag', () => {
    query.tags.splice(query.tags.indexOf(tag), 1);
    changed(true);
  });
  return element('span', { className: 'tag' }, key, '=', value, group, remove);
}

function queryEditor(query, letter, aggregators, changed, removed) {
  const set = field => value => { query[field] = value; changed(field === 'rate'); };
  const metric = combo(query.metric, typed => suggestMetrics(typed), text => set('metric')(text.trim()),
    { placeholder: 'metric', css: 'metric' });
  const functions = aggregators.filter(name => name !== 'none');
  const row = element('div', { className: 'row' },
    element('span', { className: 'letter' }, letter), metric,
    labelled('Aggregate', choice(aggregators, query.aggregator, set('aggregator'))),
    labelled('Downsample', choice(INTERVALS, query.interval, set('interval')), choice(functions, query.fn, set('fn'))),
    check('Rate', query.rate, 'Change per second', set('rate')));
  if (query.rate) row.append(check('Counter', query.counter, 'Ignore resets of a counter', set('counter')));
  if (removed) row.append(button('\u00d7', 'Remove this query', removed));
  const tags = element('div', { className: 'row tags' },
    ...query.tags.map(tag => tagEditor(query, tag, changed)),
    button('+ tag', 'Filter or group by a tag', event => {
      const tag = { key: '', value: '', group: true };
      query.tags.push(tag);
      const editor = tagEditor(query, tag, changed);
      event.currentTarget.before(editor);
      editor.querySelector('input').focus();
    }));
  return element('div', { className: 'query' }, row, tags,
    element('p', { className: 'problem', hidden: true }));
}

/** Shows an editor for every query. Calls `changed(other)` after each edit; `other` requests new editors. */
export function showQueries(host, queries, aggregators, changed) {
  host.replaceChildren(...queries.map((query, i) => queryEditor(
    query, String.fromCharCode(65 + i % 26), aggregators, changed,
    queries.length > 1 && (() => { queries.splice(i, 1); changed(true); }))));
}

/** Shows the error of the query at an index; "" clears it. */
export function showProblem(host, index, message) {
  const place = host.children[index]?.querySelector('.problem');
  if (!place) return;
  place.textContent = message;
  place.hidden = !message;
}
