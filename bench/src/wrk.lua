-- Posts the bodies of a file, one a line, in turn, and tells the figures as one line of JSON.
function init(args)
  requests = {}
  wrk.headers["Content-Type"] = "application/json"
  for body in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("POST", nil, nil, body)
  end
  at = 0
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = ""
  for _, kind in ipairs({ "connect", "read", "write", "status", "timeout" }) do
    if errors[kind] > 0 then failed = string.format("%s %d by %s", failed, errors[kind], kind) end
  end
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"bytes":%d,"p50":%d,"p99":%d,"failed":"%s"}\n',
    summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99), failed
  ))
end
