export function BookedTab({ query: _ }: { query: URLSearchParams }) {
  return <h2>Booked days</h2>
}
