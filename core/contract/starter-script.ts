/**
 * The only inline script. It loads the islands (the interactive parts of a page) once the browser reports the first
 * paint, so that no script competes with what the visitor is waiting for. An animation frame would be too early: it runs
 * up to 40 ms before its paint is on the screen. The Content-Security-Policy allows this script by its hash.
 */
export const starterScript =
  "addEventListener('load',()=>new PerformanceObserver((_,paint)=>{paint.disconnect();" +
  "import(document.querySelector('[data-islands]').dataset.islands).catch(()=>{})})" +
  ".observe({type:'paint',buffered:true}))"
