# The service as one container, for amd64 and arm64: docs/operate/install.md
#
#   docker build --pull --no-cache -t trademark-read-service .         with its own PostgreSQL: one container, one volume
#   docker build --pull --no-cache -t trademark-read-service:slim --target slim .     for your own PostgreSQL, set in DATABASE_URL
#
# A build takes the current security updates of Debian and the current minor release of PostgreSQL, so the base images are
# named by tag. docs/operate/upgrade.md#building-again-from-the-same-base-images describes how to pin them by digest.
# BASE contains Node 24 and npm, RUNTIME the system libraries. Both must be the same release of Debian, 12 or newer.
ARG BASE=docker.io/library/node:24-bookworm-slim
ARG RUNTIME=docker.io/library/debian:bookworm-slim

FROM ${BASE} AS base
WORKDIR /app
COPY package.json package-lock.json ./

# Builds the pages of the documentation with the development packages. The secret is the .npmrc of a private registry, if you
# use one; it does not become part of the image.
FROM base AS site
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --ignore-scripts
COPY . .
RUN npm run site

# The service with the packages that it needs at run time. It does not need the optional packages, which are Node and PostgreSQL
# for development. Types and source maps are a fifth of the size of the packages, and the service does not read them.
FROM base AS service
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --omit=dev --omit=optional \
 && rm -rf node_modules/.bin \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
COPY . .
RUN rm -rf docs client
COPY --from=site /app/docs/site/dist docs/site/dist
# Makes all files readable for the service, whatever the umask of the checkout was.
RUN chmod -R a+rX,go-w .
# Caches compiled code, so that a start does not compile it. The user and the flags are the same as in the container, because
# Node looks up the cache by both and by the features of the processor. Afterwards the cache is read-only. The service refuses
# the argument `compile`, but only after it has loaded all of its modules.
RUN install -d -o 10001 node_modules/.cache \
 && ! setpriv --reuid=10001 --regid=10001 --clear-groups \
      node -r ./scripts/require-node.cjs --max-semi-space-size=4 --max-old-space-size=512 local/main.ts compile 2> /dev/null \
 && test -d node_modules/.cache/compile \
 && chown -R root:root node_modules/.cache && chmod -R a+rX,go-w node_modules/.cache

FROM ${RUNTIME} AS slim
LABEL org.opencontainers.image.title="Trademark Read Service" \
      org.opencontainers.image.description="A read-only REST API and MCP tool server over a trademark register" \
      org.opencontainers.image.licenses="Apache-2.0"
# The first process of a container has to reap orphaned processes, such as the workers of a PostgreSQL that was killed. Node
# does not do this; tini does, and forwards signals.
RUN command -v tini > /dev/null \
 || (apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*)
# initdb needs a user with a name, so the user is created. Its home folder may have the S3 credentials for backups, in .aws.
RUN groupadd --gid 10001 trademark \
 && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin trademark \
 && install -d -m 700 -o 10001 -g 10001 /data /backups
COPY --from=base /usr/local/bin/node /usr/local/bin/node
COPY --from=service /app /app
WORKDIR /app
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
# Over TLS, this check does not verify the certificate, which is valid for the host name that clients use.
HEALTHCHECK --interval=10s --timeout=5s --start-period=180s --retries=3 CMD ["node", "-e", "\
  const { HOST, PORT, TLS_CERT_FILE } = process.env; \
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? (HOST || '127.0.0.1'); \
  const end = (code, why) => { console.log(why); process.exit(code) }; \
  setTimeout(end, 4000, 1, 'no answer in time'); \
  require(TLS_CERT_FILE ? 'https' : 'http') \
    .get({ host, port: PORT || 8080, path: '/health', rejectUnauthorized: false }, ({ statusCode }) => \
      end(statusCode === 200 ? 0 : 1, 'answered ' + statusCode)) \
    .on('error', ({ code }) => end(1, code))"]
ENTRYPOINT ["tini", "--"]
# The same flags as in npm start. Another command replaces this one, for example: docker run … node scripts/keys.ts list
CMD ["node", "-r", "./scripts/require-node.cjs", "--max-semi-space-size=4", "--max-old-space-size=512", "local/main.ts"]

# Installs PostgreSQL 18 as a Debian package, so that image scanners find it and its libraries. The package comes from the Debian
# release of RUNTIME if that release has it, otherwise from the repository of the PostgreSQL project, whose key is in Debian's
# postgresql-common.
FROM slim AS full
USER 0:0
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates postgresql-common \
 && sed -i 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf \
 && (apt-cache show postgresql-18 > /dev/null 2>&1 || /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y) \
 && apt-get install -y --no-install-recommends postgresql-18 \
 && rm -rf /var/lib/apt/lists/*
USER 10001:10001
ENV POSTGRES_BIN=/usr/lib/postgresql/18/bin
VOLUME /data
