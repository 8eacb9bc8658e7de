/**
 * A certificate for 127.0.0.1 and localhost, valid for a century, and its key. It vouches for nothing: only a test that
 * passes it as an authority believes it.
 */
export const selfSigned = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUcJI/NpVLzJRXQUxGAONjsI8pyPYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTIwMTA1MjUwMVoYDzIxMjYxMTA3
MDUyNTAxWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAShMCM76+qjL866HoWbyx5Q/rbCczP059Od2y8BwWHhD+PM5bJWjR1a
zCRCCyvBkzHCOWMT4FOyN30xKH4EgCydo28wbTAdBgNVHQ4EFgQUgXvPdag6PeLO
Q0YgjPTXtAxftPUwHwYDVR0jBBgwFoAUgXvPdag6PeLOQ0YgjPTXtAxftPUwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZI
zj0EAwIDSAAwRQIgPLiRGvjPrRC+xYOr1z5kZ5YeG41e0ZGdKz/zBqdpcf4CIQCZ
9RfLzaGMXppKWvSlBuRGUZBfSxilepfzU9MqmggymA==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqhkpEl23eqJDT+JP
WAjegr4mlSfC5nmqUJSr5FlNUyyhRANCAAShMCM76+qjL866HoWbyx5Q/rbCczP0
59Od2y8BwWHhD+PM5bJWjR1azCRCCyvBkzHCOWMT4FOyN30xKH4EgCyd
-----END PRIVATE KEY-----
`,
}
