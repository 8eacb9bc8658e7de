# The authority by default; `-e FAIRLEAD_ROLE=all` runs a daemon beside it. State is in /data, nothing else is written.
#   docker build -t fairlead . && docker run -v fairlead:/data -p 7888:7888 -e FAIRLEAD_ORIGIN=https://fairlead.example fairlead
ARG BUN_VERSION=1.4.5

FROM docker.io/oven/bun:${BUN_VERSION}-slim AS dependencies
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile --production --ignore-scripts

FROM dependencies AS screens
COPY . .
RUN bun scripts/build.ts

FROM docker.io/oven/bun:${BUN_VERSION}-slim
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY . .
COPY --from=screens /app/dist ./dist
RUN mkdir -p /data && chown 1000:1000 /data && chmod 700 /data
USER 1000:1000
VOLUME /data
ENV FAIRLEAD_HOME=/data FAIRLEAD_HOST=0.0.0.0 FAIRLEAD_PORT=7888 FAIRLEAD_ROLE=authority HOME=/data NODE_ENV=production
EXPOSE 7888
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["bun", "-e", "process.exit((await fetch('http://127.0.0.1:7888/health').catch(() => null))?.ok ? 0 : 1)"]
ENTRYPOINT ["bun", "--config=/app/bunfig.toml", "--no-env-file", "/app/scripts/cli/main.ts"]
CMD ["up", "--no-open"]
