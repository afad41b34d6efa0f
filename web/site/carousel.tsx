export function Carousel() {
  return <div>carousel</div>
}
