/** The limits of connections, requests and responses over HTTP; times in milliseconds. */
export interface HttpLimits {
  /** Connections open at once; one more is answered with 503 and closed. */
  readonly connections: number
  /** Requests in flight; one more is 503. */
  readonly inflight: number
  /** The estimated wait of a request for its turn; longer is 503. */
  readonly maxWait: number
  /** Responses in pieces that are compressed at once; one more is sent uncompressed, since each takes a megabyte until it is read. */
  readonly compressors: number
  /** Bytes of request bodies in memory, those of 16 KiB and less only while they wait; one more is 503. One client has half of it. */
  readonly uploadBytes: number
  /** Bytes of responses that clients have not read. Large batches wait while half of it is used; with all of it requests are 503. One client has half of each. */
  readonly responseBytes: number
  /** Bytes a second that a body comes in at least, after five seconds; fewer are 408. */
  readonly bodyRate: number
  /** Bytes of a request's line and headers; more is 431. */
  readonly headerBytes: number
  /** Headers of a request; more is 431. */
  readonly headerCount: number
  /** Characters of a request's target; more is 414. */
  readonly urlLength: number
  /** The time for a request's headers, and for the first byte of a connection; longer is 408. */
  readonly headerTime: number
  /** The time for a whole request, body included; longer is 408. */
  readonly requestTime: number
  /** The time to make and send a response; longer is 503, or the end of a connection with a response. */
  readonly responseTime: number
  /** The time that a connection stays open between two requests. */
  readonly idleTime: number
}

/** The default limits. */
export const defaultHttpLimits: HttpLimits = {
  connections: 4_000, // below the default limit of 4,096 open files
  inflight: 2_000,
  maxWait: 20_000, // less than proxies wait for a response: nginx a minute
  compressors: 64,
  uploadBytes: 268_435_456,
  responseBytes: 100_000_000,
  bodyRate: 1_000, // a modem's of 1991; Kestrel's is 240, Apache's 500
  headerBytes: 16_384, // Node's and nginx's
  headerCount: 100, // Apache's
  urlLength: 2_048,
  headerTime: 10_000,
  requestTime: 30_000, // geth's
  responseTime: 60_000, // 25 MB, the largest batch, at 3.4 Mbit/s
  idleTime: 65_000, // longer than the minute of load balancers
}
