// What the scripts say, in the language of the page.

const words = JSON.parse(document.body.dataset.words);

export const word = (name) => words[name];
