# The image of ringfence: the program, and what `ringfence build` needs of the
# world to build an extension, Node and git.
#
# The bases are pinned by digest and can be replaced, by a mirror's or by local
# ones (docs/guide/container.md).
ARG GO_IMAGE=golang:1.26-bookworm@sha256:b305420a68d0f229d91eb3b3ed9e519fcf2cf5461da4bef997bf927e8c0bfd2b
ARG RUNTIME_IMAGE=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d

FROM ${GO_IMAGE} AS build
WORKDIR /source
# The modules first: they change less often than the code.
COPY go.mod go.sum ./
COPY internal/esbuild/go.mod internal/esbuild/go.sum internal/esbuild/
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false -o /ringfence ./cmd/ringfence

FROM ${RUNTIME_IMAGE}
# Only security fixes change these; the base is what is pinned.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates git \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /ringfence /usr/local/bin/ringfence
COPY LICENSE /usr/share/doc/ringfence/LICENSE
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="ringfence" \
      org.opencontainers.image.description="Least privilege for VS Code extensions" \
      org.opencontainers.image.source="https://github.com/ringfence-dev/ringfence" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# The user that owns the workspace on GitHub's own runners has this number; it
# needs no name. A job that must be root says so itself: options: --user root.
USER 1001:1001
ENV HOME=/tmp
WORKDIR /workspace
ENTRYPOINT ["/usr/local/bin/ringfence"]
CMD ["--help"]
