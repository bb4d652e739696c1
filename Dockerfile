# The service as one container, for amd64 and arm64: docs/operate/install.md
#
#   docker build --pull --no-cache -t trademark-read-service .         with its own PostgreSQL: one container, one volume
#   docker build --pull --no-cache -t trademark-read-service:slim --target slim .     for a PostgreSQL of yours, named by DATABASE_URL
#
# A build takes the current security updates of Debian and the current minor release of PostgreSQL, so the bases are named
# by tag: docs/operate/upgrade.md#the-same-images-again pins them by digest.
# BASE has Node 24 and npm, RUNTIME the system libraries; both are Debian 12, or a newer one in both.
ARG BASE=docker.io/library/node:24-bookworm-slim
ARG RUNTIME=docker.io/library/debian:bookworm-slim

FROM ${BASE} AS base
WORKDIR /app
COPY package.json package-lock.json ./

# The pages of the documentation, built by the packages for development. The secret is for those who have a registry of
# their own, and stays out of the image.
FROM base AS site
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --ignore-scripts
COPY . .
RUN npm run site

# What runs, and the packages that it needs: the optional ones are Node and PostgreSQL for development. Types and source maps
# of packages are a fifth of their size, and nothing reads them here.
FROM base AS service
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --omit=dev --omit=optional \
 && rm -rf node_modules/.bin \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
COPY . .
RUN rm -rf docs client
COPY --from=site /app/docs/site/dist docs/site/dist
# Files that the service may read, whatever the umask of the checkout was.
RUN chmod -R a+rX,go-w .
# Compiled code, so that a start does not compile it: made with the user and the flags of the container, because Node looks for
# it by both and by the features of the processor, and then read-only. The service refuses the argument, but only after it has
# loaded all of its modules.
RUN install -d -o 10001 node_modules/.cache \
 && ! setpriv --reuid=10001 --regid=10001 --clear-groups \
      node -r ./scripts/require-node.cjs --max-semi-space-size=4 --max-old-space-size=512 local/main.ts compile 2> /dev/null \
 && test -d node_modules/.cache/compile \
 && chown -R root:root node_modules/.cache && chmod -R a+rX,go-w node_modules/.cache

FROM ${RUNTIME} AS slim
LABEL org.opencontainers.image.title="Trademark Read Service" \
      org.opencontainers.image.description="A read-only REST API and MCP tool server over a trademark register" \
      org.opencontainers.image.licenses="Apache-2.0"
# The first process of a container has to collect what others leave behind, such as the workers of a PostgreSQL that was
# killed. Node does not; tini does, and passes signals on. ssh carries backups away, where they go by ssh://.
RUN { command -v tini && command -v ssh; } > /dev/null \
 || (apt-get update && apt-get install -y --no-install-recommends openssh-client tini && rm -rf /var/lib/apt/lists/*)
# initdb asks for the name of its user, so there is one; its home is for its .ssh.
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
# Over TLS the certificate is not looked at: it is for the name that clients use.
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
# The flags of npm start. Another command takes their place: docker run … node scripts/keys.ts list
CMD ["node", "-r", "./scripts/require-node.cjs", "--max-semi-space-size=4", "--max-old-space-size=512", "local/main.ts"]

# PostgreSQL 18 as a Debian package, so that scanners of images see it and its libraries: from RUNTIME's own release where
# that has it, else from the PostgreSQL project's repository, whose key is in Debian's postgresql-common.
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
