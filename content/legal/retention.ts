/** Days within which account data is deleted after a request. The privacy policy prints it. */
export const deletionDays = 30
