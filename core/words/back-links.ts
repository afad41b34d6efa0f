/** Label of the links back to the admin's app */
export const backToAdmin = 'Back to the admin'
