/**
 * The only inline script. It loads the islands (the interactive parts of a page) after the first paint, so that no
 * script delays it. The second animation frame runs after the first one has been painted. The Content-Security-Policy
 * allows this script by its hash.
 */
export const starterScript =
  "addEventListener('load',()=>requestAnimationFrame(()=>requestAnimationFrame(()=>" +
  "import(document.querySelector('[data-islands]').dataset.islands).catch(()=>{}))))"
