declare module '*.svg?drawing' {
  const drawing: import('./drawing.tsx').DrawingSource
  export default drawing
}
