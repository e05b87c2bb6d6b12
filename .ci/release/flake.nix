# `nix build 'github:linkwright/linkwright?dir=.ci/release'`, or `nix profile install` with the same name.
{
  description = "Finds URIs in text as people and programs really write them";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";
  outputs = { self, nixpkgs }: {
    packages = nixpkgs.lib.genAttrs nixpkgs.lib.systems.flakeExposed (system:
      let pkgs = nixpkgs.legacyPackages.${system}; in {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "linkwright";
          version = (fromTOML (builtins.readFile ../../Cargo.toml)).workspace.package.version;
          src = ../..;
          cargoLock.lockFile = ../../Cargo.lock;
          cargoBuildFlags = [ "--package=linkwright-cli" ];
          buildType = "dist";
          # `.ci/run` runs the tests.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            for shell in bash fish zsh; do
              $out/bin/linkwright completions $shell >linkwright.$shell
            done
            installShellCompletion linkwright.{bash,fish,zsh}
            $out/bin/linkwright man >linkwright.1
            installManPage linkwright.1
          '';
          meta.mainProgram = "linkwright";
        };
      });
  };
}
