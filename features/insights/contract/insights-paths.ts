/** Addresses of Insights */
export const insightsPaths = {
  adminInsights: '/admin/insights',
  adminInsightsRange: (from: string, to: string) => `/admin/insights?from=${from}&to=${to}`,
  csv: (report: string) => `/api/insights/${report}.csv`,
} as const
