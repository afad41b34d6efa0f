export type SettingsTabProps = {
  /** The username and the site's name, which a new password must not contain */
  names: readonly string[]
  /** The query of the URL, which holds the filters of a tab */
  query: URLSearchParams
}
