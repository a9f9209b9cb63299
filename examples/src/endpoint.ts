/** The endpoint that a program was given, or that of `npm start`. */
export const endpoint: string = process.argv[2] ?? 'http://127.0.0.1:8545'
