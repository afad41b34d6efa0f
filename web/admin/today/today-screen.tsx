/** What needs attention today */
export function TodayScreen() {
  return (
    <div className="admin-page">
      <h1>Today</h1>
    </div>
  )
}
