export const followUpPaths = {
  /** The public page of a certificate */
  certificate: (number: string) => `/certificates/${number}`,
  /** Where a person says how the day was */
  feedback: (token: string) => `/feedback/${token}`,
}
