export function OffersTab({ query: _ }: { query: URLSearchParams }) {
  return <h2>Offers</h2>
}
