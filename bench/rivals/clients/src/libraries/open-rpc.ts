import { Client, HTTPTransport, RequestManager } from '@open-rpc/client-js'
import { timeout, type Library } from '../library.ts'

export const library: Library = {
  features: ['batch'],
  connect({ urls, batch = false }) {
    const client = new Client(new RequestManager([new HTTPTransport(urls[0])]))
    return (questions) => {
      if (batch) client.startBatch()
      const answers = questions.map(({ method, params }) =>
        client.request({ method, params: [...params] }, timeout),
      )
      if (batch) setTimeout(() => client.stopBatch()) // at once, as in its documentation, nothing is in the batch yet
      return answers
    }
  },
}
